#!/usr/bin/env python3
"""coverage_sum.py FOLDER - sums up what llvm-cov export -summary-only says of the files below it

Prints the percentage of lines and of branches that ran.
"""
import json
import sys


def percent(files, what):
    count = sum(file["summary"][what]["count"] for file in files)
    covered = sum(file["summary"][what]["covered"] for file in files)
    return 100 * covered / count


folder = "/" + sys.argv[1]
files = [file for data in json.load(sys.stdin)["data"] for file in data["files"]
         if folder in file["filename"]]
if not files:
    sys.exit(f"coverage_sum.py: no file below {sys.argv[1]}")
print(f"{percent(files, 'lines'):.1f} {percent(files, 'branches'):.1f}")

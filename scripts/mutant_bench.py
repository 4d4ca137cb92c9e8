"""mutant_bench.py - a copy of the sources in which one mutant at a time is built and hunted

The tree is never touched: each bench has its own copy in build/mutants/N/tree, configured once with
shared libraries, so that a mutant costs one compile and one link and no test is linked anew. Where
fuzzing is asked for there are two more builds: of the tests under sanitizers, for a read past the
end may change nothing, and by clang with libFuzzer.
"""
import fcntl
import json
import os
import pathlib
import re
import shlex
import shutil
import signal
import subprocess
import tempfile
import time

BUILDS = {
    "tests": [],
    "asan": ["-DRINGSIDE_SANITIZE=address,undefined"],
    "fuzz": ["-DCMAKE_C_COMPILER=clang", "-DCMAKE_CXX_COMPILER=clang++", "-DRINGSIDE_FUZZ=ON",
             "-DRINGSIDE_SANITIZE=address,undefined",
             # Programs of C load the shim, which is C++.
             "-DCMAKE_EXE_LINKER_FLAGS=-fsanitize-link-c++-runtime -lstdc++"],
}
GOALS = {"tests": ["all"], "asan": ["all"], "fuzz": ["fuzz/all"]}
EVERY_BUILD = ["-G", "Ninja", "-DCMAKE_BUILD_TYPE=None", "-DCMAKE_C_FLAGS=-O1",
               "-DCMAKE_CXX_FLAGS=-O1", "-DBUILD_SHARED_LIBS=ON",
               "-DCMAKE_LINK_DEPENDS_NO_SHARED=ON",
               "-DCMAKE_POSITION_INDEPENDENT_CODE=ON", "-DRINGSIDE_WERROR=OFF"]
# What the fuzz targets reach.
TARGETS = {"algos/": ("fuzz_operations", "fuzz_properties", "fuzz_restore", "fuzz_spec",
                      "fuzz_rows", "fuzz_cluster"),
           "cluster/balancer": ("fuzz_balancer",), "cluster/": ("fuzz_cluster",),
           "harness/io/": ("fuzz_nodes", "fuzz_keys"),
           "harness/traffic/": ("fuzz_timeline",),
           "harness/metrics/part_rows.c": ("fuzz_results",)}


def targets_of(path):
    return next((targets for room, targets in TARGETS.items() if path.startswith(room)), ())


def every_target():
    return set().union(*TARGETS.values())


# Servers and clocks; the tests of this tool.
NOT_ASKED = ("test_live", "test_mutants")
MEMORY_KIB = 8 << 20
SKIPPED = 77


running = set()  # process groups


class Failed(Exception):
    """A step that must work did not; holds its output."""


def end_all(*_):
    """For a signal: what was started is in sessions of its own, and would outlive the program."""
    for group in list(running):
        _kill(group)
    os._exit(2)


def _kill(group):
    try:
        os.killpg(group, signal.SIGKILL)
    except ProcessLookupError:
        pass


def sources(root):
    """Paths of all files of the project: git's list, or all but build/."""
    listed = subprocess.run(["git", "-C", root, "ls-files", "-z", "--cached", "--others",
                             "--exclude-standard"], capture_output=True, text=True, check=False)
    if listed.returncode == 0 and listed.stdout:
        paths = [root / path for path in listed.stdout.split("\0") if path]
    else:
        paths = [path for path in root.rglob("*") if path.relative_to(root).parts[0] != "build"]
    return [path.relative_to(root) for path in paths if path.is_file()]


def run(command, cwd=None, limit=None, memory=True, environment=None):
    """(status, output, seconds); the status is None when the limit was reached. All that was
    started is ended with it."""
    ulimit = f"ulimit -c 0 -v {MEMORY_KIB}" if memory else "ulimit -c 0"
    start = time.monotonic()
    with tempfile.TemporaryFile() as output:
        process = subprocess.Popen(["bash", "-c", ulimit + '; exec "$@"', "-", *command], cwd=cwd,
                                   stdin=subprocess.DEVNULL, stdout=output, stderr=output,
                                   start_new_session=True,
                                   env={**os.environ, **(environment or {})})
        running.add(process.pid)
        try:
            status = process.wait(limit)
        except subprocess.TimeoutExpired:
            status = None
        finally:
            _kill(process.pid)
            process.wait()
            running.discard(process.pid)
        output.seek(0)
        text = output.read(1 << 20).decode(errors="replace")
    return status, text, time.monotonic() - start


class Bench:
    """One copy of the sources and its builds."""

    def __init__(self, root, folder):
        self.root, self.folder, self.tree = root, folder, folder / "tree"
        folder.mkdir(parents=True, exist_ok=True)
        self.lock = open(folder / "lock", "w", encoding="utf-8")  # until the program ends
        try:
            fcntl.flock(self.lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise Failed(f"{folder}: another run works here; let it end first") from error
        # Full paths: a test finds its files by __FILE__.
        self.environment = {"CCACHE_BASEDIR": "", "CCACHE_NOHASHDIR": "1"}
        self.assembly, self.commands, self.tests = {}, {}, []
        self.built, self.touched = set(), set()  # kinds; touched: since the caller cleared it

    def _must(self, command, **options):
        status, text, _ = run(command, memory=False, environment=self.environment, **options)
        if status != 0:
            raise Failed(f"{shlex.join(map(str, command))} failed:\n{text[-4000:]}")
        return text

    def copy(self):
        """Brings the copy up to date; files that are the same keep their time, and their object."""
        wanted = set(sources(self.root))
        for path in wanted:
            to = self.tree / path
            if not to.exists() or to.read_bytes() != (self.root / path).read_bytes():
                to.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(self.root / path, to)
                shutil.copymode(self.root / path, to)
        for path in [path for path in self.tree.rglob("*") if path.is_file()]:
            if path.relative_to(self.tree) not in wanted:
                path.unlink()
        beside = self.root.parent / "shared"  # where a checkout has vectors of real systems
        if beside.is_dir() and not (self.folder / "shared").exists():
            (self.folder / "shared").symlink_to(beside)

    def build(self, kind):
        """Configures and builds the copy as it is."""
        launcher = [f"-DCMAKE_{language}_COMPILER_LAUNCHER=ccache" for language in ("C", "CXX")]
        self._must(["cmake", "-S", str(self.tree), "-B", str(self.folder / kind), *EVERY_BUILD,
                    *BUILDS[kind], *(launcher if shutil.which("ccache") else [])])
        self._must(["ninja", "-C", str(self.folder / kind), *GOALS[kind]])
        self.built.add(kind)
        self.touched.add(kind)
        if kind == "tests":
            entries = json.loads((self.folder / kind / "compile_commands.json").read_text())
            self.commands = {os.path.relpath(entry["file"], self.tree): entry for entry in entries}
            self.tests = self._ctest()

    def _ctest(self):
        shown = self._must(["ctest", "--show-only=json-v1"], cwd=self.folder / "tests")
        tests = {}
        for test in json.loads(shown)["tests"]:
            options = {one["name"]: one["value"] for one in test.get("properties", [])}
            if test["name"] not in NOT_ASKED:
                tests[test["name"]] = (test["command"], options["WORKING_DIRECTORY"])
        return tests

    def put(self, path, text):
        (self.tree / path).write_text(text, encoding="utf-8")

    def users(self, path):
        """The sources that are compiled with a file."""
        if path in self.commands:
            return [path]
        deps = self._must(["ninja", "-t", "deps"], cwd=self.folder / "tests")
        users = []
        for record in deps.split("\n\n"):
            files = [os.path.relpath(os.path.join(self.folder / "tests", line.strip()), self.tree)
                     for line in record.splitlines()[1:]]
            resolved = {os.path.relpath(os.path.realpath(self.tree / file), self.tree)
                        for file in files if file.endswith(pathlib.Path(path).name)}
            if path in resolved and files[0] in self.commands:
                users.append(files[0])
        return sorted(users)

    def assemble(self, path):
        """What a source compiles to at -O2, or None where it does not compile."""
        entry = self.commands[path]
        words = [word for word in shlex.split(entry["command"]) if "ccache" not in word]
        at = words.index("-o")
        del words[at:at + 2]
        words = ["-S" if word == "-c" else "-O2" if word == "-O1" else word for word in words]
        result = subprocess.run([*words, "-w", "-o", "-"], cwd=entry["directory"],
                                capture_output=True, check=False)
        return result.stdout if result.returncode == 0 else None

    def remember(self, path):
        """What the file's users compile to; while the copy is unchanged."""
        for user in self.users(path):
            if user not in self.assembly:
                self.assembly[user] = self.assemble(user)

    def effect(self, path):
        """Of the copy as it is: 'not_compiled', 'same_code', or '' for a true mutant."""
        for user in self.users(path):
            now = self.assemble(user)
            if now is None:
                return "not_compiled"
            if now != self.assembly[user]:
                return ""
        return "same_code"

    def rebuild(self, kind, path):
        """After a change of one file. Of a source, only its library; of a header, everything."""
        goals = GOALS[kind]
        self.touched.add(kind)
        if path in self.commands:
            entry = self.commands[path]["command"]
            room = re.search(r"-o (\S+)/CMakeFiles/(\S+)\.dir/", entry)
            goals = [target for target in self._libraries(kind)
                     if target == f"{room[1]}/{self._file_of(room[2])}"]
        return run(["ninja", "-C", str(self.folder / kind), *goals], memory=False,
                   environment=self.environment)[0] == 0

    def _libraries(self, kind):
        folder = self.folder / kind
        return [str(path.relative_to(folder)) for path in folder.glob("*/*.so")]

    @staticmethod
    def _file_of(target):
        return f"{target if target.startswith('lib') else 'lib' + target}.so"

    def ask(self, name, limit, kind="tests"):
        """(outcome, seconds) of a test: 'passed', 'skipped', 'failed' or 'time'."""
        command, cwd = self.tests[name]
        places = [word.replace(f"{self.folder}/tests/", f"{self.folder}/{kind}/", 1)
                  for word in [cwd + "/", *command]]
        status, text, seconds = run(places[1:], cwd=places[0], limit=limit,
                                    memory=kind == "tests")  # a sanitizer reserves terabytes
        outcome = {0: "passed", SKIPPED: "skipped", None: "time"}.get(status, "failed")
        self.said = text
        return outcome, seconds

    def fuzz(self, target, seconds, seeds=None, seed=1):
        """(whether something was found, seconds) of one hunt, from these seeds or from nothing."""
        with tempfile.TemporaryDirectory() as scratch:
            corpus = pathlib.Path(scratch) / "corpus"
            shutil.copytree(seeds, corpus) if seeds else corpus.mkdir()
            options = [f"-max_total_time={seconds}", f"-artifact_prefix={scratch}/", "-verbosity=0",
                       "-timeout=10", "-rss_limit_mb=2048", f"-seed={seed}"]
            given = self.tree / "fuzz" / f"{target}.options"
            if given.exists():
                options += [f"-{name}={value}" for name, value in
                            re.findall(r"^(\w+) = (\w+)$", given.read_text(), re.MULTILINE)]
            words = self.tree / "fuzz" / f"{target}.dict"
            options += [f"-dict={words}"] if words.exists() else []
            program = self.folder / "fuzz" / "fuzz" / target
            if not program.exists():
                raise Failed(f"there is no fuzz target {target}; see fuzz/fuzz_*.c")
            status, self.said, took = run([str(program), *options, str(corpus)], memory=False,
                                          limit=seconds * 3 + 60)
        if status is None:
            raise Failed(f"{target} goes on {took:.0f} s after it was to end; is the machine busy?")
        return status != 0, took

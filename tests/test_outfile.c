/* test_outfile.c - a result is there whole or not at all
 */
#include "outfile.h"

#include <dirent.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static char folder[] = "/tmp/test_outfile.XXXXXX";

/* Every test stands in an empty folder of its own. */
static int outfile_setup(void **state)
{
    (void)state;
    strcpy(folder + sizeof folder - 7, "XXXXXX");
    return !mkdtemp(folder) || chdir(folder) != 0;
}

static int outfile_teardown(void **state)
{
    (void)state;
    char command[64];
    snprintf(command, sizeof command, "rm -r %s", folder);
    return chdir("/") != 0 || system(command) != 0;
}

static int outfile_is_entry(const struct dirent *entry)
{
    return strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
}

static int outfile_n_entries(const char *path)
{
    struct dirent **entries;
    int n = scandir(path, &entries, outfile_is_entry, NULL);
    for (int i = 0; i < n; i++)
        free(entries[i]);
    free(entries);
    return n;
}

static void outfile_write(const char *path, const char *text, bool force)
{
    struct outfile file;
    struct rs_why why = {""};
    if (!outfile_open(&file, path, force, &why))
        fail_msg("%s", why.text);
    fputs(text, file.out);
    assert_true(outfile_commit(&file, &why));
    outfile_abandon(&file);
}

static void outfile_check(const char *path, const char *expected)
{
    char text[64] = "";
    FILE *in = fopen(path, "r");
    assert_non_null(in);
    assert_int_equal(fread(text, 1, sizeof text - 1, in), strlen(expected));
    fclose(in);
    assert_string_equal(text, expected);
}

static void test_commit(void **state)
{
    (void)state;
    umask(027);
    struct outfile file;
    assert_true(outfile_open(&file, "results/deep/x.csv", false, NULL));
    fputs("a\n", file.out);
    assert_int_equal(access("results/deep/x.csv", F_OK), -1);
    assert_memory_equal(file.temporary, "results/deep/.x.csv.", 20);
    assert_true(outfile_commit(&file, NULL));
    outfile_check("results/deep/x.csv", "a\n");
    assert_int_equal(outfile_n_entries("results/deep"), 1);
    struct stat status;
    assert_int_equal(stat("results/deep/x.csv", &status), 0);
    assert_int_equal(status.st_mode & 0777, 0640);
    umask(022);
}

static void test_abandon(void **state)
{
    (void)state;
    struct outfile file;
    assert_true(outfile_open(&file, "x.csv", false, NULL));
    fputs("a\n", file.out);
    outfile_abandon(&file);
    outfile_abandon(&file);
    assert_int_equal(outfile_n_entries("."), 0);
}

static void test_force(void **state)
{
    (void)state;
    outfile_write("results/x.csv", "old", false);
    struct outfile file;
    struct rs_why why;
    assert_false(outfile_open(&file, "results/x.csv", false, &why));
    assert_string_equal(why.text, "results/x.csv is there already; use --force to replace it, or "
                                  "another --out");
    outfile_check("results/x.csv", "old");
    outfile_write("results/x.csv", "new", true);
    outfile_check("results/x.csv", "new");
    assert_int_equal(outfile_n_entries("results"), 1);
}

/* Two runs with one name: the second to end does not replace the first. */
static void test_meantime(void **state)
{
    (void)state;
    struct outfile file;
    struct rs_why why;
    assert_true(outfile_open(&file, "x.csv", false, &why));
    outfile_write("x.csv", "first", false);
    assert_false(outfile_commit(&file, &why));
    assert_memory_equal(why.text, "x.csv is there already; ", 24);
    outfile_check("x.csv", "first");
    assert_int_equal(outfile_n_entries("."), 1);
}

/* Whichever of the two is taken meanwhile, the other does not appear either. */
static void test_both_or_none(void **state)
{
    static const char *const names[] = {"first", "second"};
    (void)state;
    for (size_t taken = 0; taken < 3; taken++) {
        struct outfile files[2];
        struct rs_why why = {""};
        for (size_t i = 0; i < 2; i++)
            assert_true(outfile_open(&files[i], names[i], false, &why));
        if (taken < 2)
            outfile_write(names[taken], "of somebody\n", false);
        assert_int_equal(outfile_commit_both(&files[0], &files[1], &why), taken == 2);
        assert_int_equal(outfile_n_entries("."), taken < 2 ? 1 : 2);
        assert_true(taken == 2 || strstr(why.text, "is there already"));
        for (size_t i = 0; i < 2; i++)
            unlink(names[i]);
    }
}

static void test_impossible(void **state)
{
    (void)state;
    static const struct {
        const char *path, *why;
    } cases[] = {
        {"", "\"\" cannot be replaced, being no regular file; "},
        {"folder/", "folder/ cannot be replaced, being no regular file; "},
        {"/dev/null", "/dev/null cannot be replaced, being no regular file; "},
        {"link", "link cannot be replaced, being no regular file; "},
        {"file/x.csv", "cannot write to file/x.csv: Not a directory; "},
        {"/proc/x.csv", "cannot write to /proc/x.csv: No such file or directory; "},
    };
    outfile_write("file", "", false);
    assert_int_equal(symlink("file", "link"), 0);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct outfile file;
        struct rs_why why;
        assert_false(outfile_open(&file, cases[i].path, true, &why));
        if (strncmp(why.text, cases[i].why, strlen(cases[i].why)) != 0)
            fail_msg("\"%s\" does not start with \"%s\"", why.text, cases[i].why);
        outfile_abandon(&file);
    }
    assert_int_equal(outfile_n_entries("."), 2);
}

/* A limit on the size of files stands for a full disk. */
static void test_full_disk(void **state)
{
    (void)state;
    struct rlimit before, small;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    small = before;
    small.rlim_cur = 1000;
    struct outfile file;
    struct rs_why why;
    assert_true(outfile_open(&file, "x.csv", false, &why));
    void (*handler)(int) = signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    for (int i = 0; i < 100000; i++)
        fputs("0123456789", file.out);
    bool committed = outfile_commit(&file, &why);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    signal(SIGXFSZ, handler);
    assert_false(committed);
    assert_memory_equal(why.text, "cannot write to x.csv: File too large; ", 39);
    assert_int_equal(outfile_n_entries("."), 0);
}

static void test_flush(void **state)
{
    (void)state;
    struct rs_why why;
    FILE *out = fopen("/dev/full", "w");
    assert_true(outfile_flush(out, "standard output", &why));
    fputs("a", out);
    assert_false(outfile_flush(out, "standard output", &why));
    assert_string_equal(why.text, "cannot write to standard output: No space left on device; make "
                                  "room there or write elsewhere");
    fclose(out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_commit, outfile_setup, outfile_teardown),
        cmocka_unit_test_setup_teardown(test_abandon, outfile_setup, outfile_teardown),
        cmocka_unit_test_setup_teardown(test_force, outfile_setup, outfile_teardown),
        cmocka_unit_test_setup_teardown(test_meantime, outfile_setup, outfile_teardown),
        cmocka_unit_test_setup_teardown(test_both_or_none, outfile_setup, outfile_teardown),
        cmocka_unit_test_setup_teardown(test_impossible, outfile_setup, outfile_teardown),
        cmocka_unit_test_setup_teardown(test_full_disk, outfile_setup, outfile_teardown),
        cmocka_unit_test(test_flush),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

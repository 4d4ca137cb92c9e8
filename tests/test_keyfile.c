/* test_keyfile.c - keys from files, pipes and folders
 */
#include "keyfile.h"

#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

static char path[] = "/tmp/test_keyfile.XXXXXX";

/* An empty file at path, and its descriptor as the state. */
static int keyfile_setup(void **state)
{
    static int fd;
    strcpy(path + sizeof path - 7, "XXXXXX");
    fd = mkstemp(path);
    *state = &fd;
    return fd < 0;
}

static int keyfile_teardown(void **state)
{
    close(*(int *)*state);
    return unlink(path);
}

static void keyfile_fill_with(void **state, const void *text, size_t n_bytes)
{
    int fd = *(int *)*state;
    assert_int_equal(ftruncate(fd, 0), 0);
    assert_int_equal(pwrite(fd, text, n_bytes, 0), n_bytes);
}

/* All keys of the file, each between brackets. */
static void keyfile_check_keys(struct keyfile *file, const char *expected)
{
    const struct rs_bytes *keys;
    size_t n;
    struct rs_why why = {""};
    do {
        if (!keyfile_next(file, &keys, &n, &why))
            fail_msg("%s", why.text);
        for (size_t i = 0; i < n; i++) {
            assert_int_equal(*expected++, '[');
            assert_memory_equal(keys[i].at, expected, keys[i].n_bytes);
            expected += keys[i].n_bytes;
            assert_int_equal(*expected++, ']');
        }
    } while (n > 0);
    assert_string_equal(expected, "");
}

static void test_keys(void **state)
{
    static const struct {
        const char *text, *keys;
    } cases[] = {
        {"", ""},
        {"\n", "[]"},
        {"\n\n", "[][]"},
        {"a", "[a]"},
        {"a\n", "[a]"},
        {"a\n\nb", "[a][][b]"},
        {"a\r\n\xff\n", "[a\r][\xff]"},
        {"longer than the buffer\nand again this\n!\n",
         "[longer than the buffer][and again this][!]"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        keyfile_fill_with(state, cases[i].text, strlen(cases[i].text));
        for (size_t buffer = 1; buffer < 24; buffer++) {
            struct keyfile *file = keyfile_open_buffer(path, buffer, NULL);
            keyfile_check_keys(file, cases[i].keys);
            assert_true(keyfile_rewind(file, NULL));
            keyfile_check_keys(file, cases[i].keys);
            keyfile_close(file);
        }
    }
}

static void test_lines(void **state)
{
    size_t n_lines = 2 * KEYFILE_BLOCK + 5;
    char *text = malloc(n_lines);
    memset(text, '\n', n_lines);
    keyfile_fill_with(state, text, n_lines);
    free(text);
    struct keyfile *file = keyfile_open(path, NULL);
    const struct rs_bytes *keys;
    size_t n;
    for (uint64_t line = 1; line <= n_lines; line += n) {
        assert_true(keyfile_next(file, &keys, &n, NULL));
        assert_int_equal(keyfile_line(file), line);
        assert_int_equal(n, line + KEYFILE_BLOCK <= n_lines ? KEYFILE_BLOCK : 5);
    }
    assert_true(keyfile_next(file, &keys, &n, NULL));
    assert_int_equal(n, 0);
    keyfile_close(file);
}

/* The longest key is read, one byte more is refused. */
static void test_longest_key(void **state)
{
    keyfile_fill_with(state, "a\n", 2);
    int fd = *(int *)*state;
    for (size_t more = 0; more < 2; more++) {
        assert_int_equal(ftruncate(fd, (off_t)(2 + KEYFILE_KEY_MAX + more)), 0);
        struct keyfile *file = keyfile_open(path, NULL);
        const struct rs_bytes *keys;
        size_t n;
        struct rs_why why;
        assert_true(keyfile_next(file, &keys, &n, &why));
        assert_int_equal(n, 1);
        assert_int_equal(keyfile_next(file, &keys, &n, &why), more == 0);
        if (more == 0)
            assert_int_equal(keys[0].n_bytes, KEYFILE_KEY_MAX);
        else
            assert_non_null(strstr(why.text, ":2: the key has more than 134217728 bytes; "));
        keyfile_close(file);
    }
}

static void test_no_file(void **state)
{
    (void)state;
    struct rs_why why;
    assert_null(keyfile_open("no/such.txt", &why));
    assert_non_null(strstr(why.text, "no/such.txt: cannot be read: No such file or directory; "));
    assert_null(keyfile_open("/tmp", &why));
    assert_non_null(strstr(why.text, "/tmp: cannot be read: Is a directory; "));
    keyfile_close(NULL);
}

/* A pipe hands out what is there without waiting for a full buffer, and cannot go back. */
static void test_pipe(void **state)
{
    (void)state;
    int ends[2], before = dup(STDIN_FILENO);
    assert_int_equal(pipe(ends), 0);
    dup2(ends[0], STDIN_FILENO);
    struct keyfile *file = keyfile_open("-", NULL);
    const struct rs_bytes *keys;
    size_t n;
    assert_int_equal(write(ends[1], "a\nb\nhal", 7), 7);
    assert_true(keyfile_next(file, &keys, &n, NULL));
    assert_int_equal(n, 2);
    assert_int_equal(write(ends[1], "f\n", 2), 2);
    assert_true(keyfile_next(file, &keys, &n, NULL));
    assert_int_equal(n, 1);
    assert_memory_equal(keys[0].at, "half", 4);
    assert_int_equal(keyfile_line(file), 3);
    close(ends[1]);
    assert_true(keyfile_next(file, &keys, &n, NULL));
    assert_int_equal(n, 0);
    struct rs_why why;
    assert_false(keyfile_rewind(file, &why));
    assert_string_equal(why.text, "standard input: cannot be read a second time; save it to a file "
                                  "and give that");
    keyfile_close(file);
    close(ends[0]);
    dup2(before, STDIN_FILENO);
    close(before);
}

static void test_speed(void **state)
{
    char *text;
    size_t n_bytes, n, n_keys = 0;
    FILE *out = open_memstream(&text, &n_bytes);
    for (int i = 0; i < 2000000; i++)
        fprintf(out, "user:%d\n", i);
    fclose(out);
    keyfile_fill_with(state, text, n_bytes);
    free(text);
    struct keyfile *file = keyfile_open(path, NULL);
    const struct rs_bytes *keys;
    clock_t start = clock();
    while (keyfile_next(file, &keys, &n, NULL) && n > 0)
        n_keys += n;
    double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    assert_int_equal(n_keys, 2000000);
    print_message("%.1f million keys a second\n", 2 / seconds);
    keyfile_close(file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_keys),        cmocka_unit_test(test_lines),
        cmocka_unit_test(test_longest_key), cmocka_unit_test(test_no_file),
        cmocka_unit_test(test_pipe),        cmocka_unit_test(test_speed),
    };
    return cmocka_run_group_tests(tests, keyfile_setup, keyfile_teardown);
}

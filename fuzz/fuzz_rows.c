/* fuzz_rows.c - any bytes as the row of a plugin
 *
 * A row of the library with some other fields: it is refused with a reason, or passes.
 */
#include "check.h"

#include "narrow.h"

#include <string.h>

struct fuzz_rows {
    const uint8_t *at;
    size_t n;
    struct rs_strategy strategy;
    struct rs_hash hash;
    struct rs_param params[RS_MAX_PARAMS + 2];
    char texts[8][40];
    size_t n_texts;
};

static uint8_t fuzz_rows_byte(struct fuzz_rows *rows)
{
    return rows->n ? (rows->n--, *rows->at++) : 0;
}

/* Short texts of the bytes; NULL now and then. */
static const char *fuzz_rows_text(struct fuzz_rows *rows)
{
    size_t n = fuzz_rows_byte(rows) % sizeof *rows->texts;
    if (n == 0 || rows->n_texts == sizeof rows->texts / sizeof *rows->texts)
        return NULL;
    char *text = rows->texts[rows->n_texts++];
    for (size_t i = 0; i + 1 < n; i++)
        text[i] = (char)fuzz_rows_byte(rows);
    return text;
}

static void fuzz_rows_change_param(struct fuzz_rows *rows)
{
    struct rs_param *param = &rows->params[fuzz_rows_byte(rows) % (RS_MAX_PARAMS + 1)];
    switch (fuzz_rows_byte(rows) % 6) {
    case 0:
        param->name = fuzz_rows_text(rows);
        break;
    case 1:
        param->kind = (enum rs_kind)(fuzz_rows_byte(rows) % (RS_NESTED + 1));
        break;
    case 2:
        param->offset = (size_t)fuzz_rows_byte(rows) * 8;
        break;
    case 3:
        param->fallback = fuzz_rows_text(rows);
        break;
    case 4:
        param->max = fuzz_rows_byte(rows);
        break;
    default:
        param->choices = fuzz_rows_text(rows);
    }
}

static void fuzz_rows_change(struct fuzz_rows *rows)
{
    struct rs_strategy *strategy = &rows->strategy;
    switch (fuzz_rows_byte(rows) % 16) {
    case 0:
        strategy->abi = rows->hash.abi = fuzz_rows_byte(rows);
        break;
    case 1:
        strategy->name = rows->hash.name = fuzz_rows_text(rows);
        break;
    case 2:
        strategy->summary = rows->hash.summary = fuzz_rows_text(rows);
        break;
    case 3:
        strategy->traits ^= 1u << fuzz_rows_byte(rows) % 9;
        break;
    case 4:
        strategy->weight.min = fuzz_rows_byte(rows) - 8.0;
        break;
    case 5:
        strategy->weight.max = fuzz_rows_byte(rows) / 8.0;
        break;
    case 6:
        strategy->state_bytes = fuzz_rows_byte(rows);
        break;
    case 7:
        rows->hash.n_bits = fuzz_rows_byte(rows);
        break;
    case 8:
        strategy->build = NULL;
        break;
    case 9:
        strategy->save = NULL;
        break;
    case 10:
        strategy->shares = NULL;
        break;
    case 11:
        strategy->replicas = NULL;
        break;
    case 12:
        rows->hash.digest = NULL;
        break;
    case 13:
        strategy->params = rows->params;
        break;
    default:
        fuzz_rows_change_param(rows);
    }
}

/* Rows of the library under another name, for a table that is registered stays. */
static void fuzz_rows_begin(struct fuzz_rows *rows)
{
    size_t n = 0, which = fuzz_rows_byte(rows);
    while (rs_strategy_at(n))
        n++;
    rows->strategy = *rs_strategy_at(which % n);
    rows->hash = *rs_hash_find("xxh64");
    const struct rs_param *params = rs_params(&rows->strategy);
    for (size_t i = 0; params[i].name; i++)
        rows->params[i] = params[i];
}

static void fuzz_rows_note(enum rs_status status, const struct rs_why *why)
{
    CHECK(status == RS_OK || status == RS_EINVAL || status == RS_EEXIST || status == RS_EFULL);
    CHECK(!status || (why->text[0] && !strchr(why->text, '\n')));
    check_note_number(status);
    check_note(why->text, strlen(why->text));
}

void fuzz_one(const uint8_t *data, size_t n_bytes)
{
    struct fuzz_rows rows = {.at = data, .n = n_bytes};
    struct rs_why why = {""};
    CHECK(!narrow_register(NULL));
    fuzz_rows_begin(&rows);
    while (rows.n)
        fuzz_rows_change(&rows);
    enum rs_status status = rs_strategy_check(&rows.strategy, &why);
    fuzz_rows_note(status, &why);
    /* What passes is not registered: it would be gone with this call. */
    if (status || (rows.strategy.name && rs_strategy_find(rows.strategy.name))) {
        enum rs_status again = rs_strategy_register(&rows.strategy, &why);
        CHECK(again);
        fuzz_rows_note(again, &why);
    }
    why.text[0] = '\0';
    status = rs_hash_check(&rows.hash, &why);
    fuzz_rows_note(status, &why);
    if (status || (rows.hash.name && rs_hash_find(rows.hash.name))) {
        enum rs_status again = rs_hash_register(&rows.hash, &why);
        CHECK(again);
        fuzz_rows_note(again, &why);
    }
}

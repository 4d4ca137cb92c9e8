/* liars.c - the list of liars
 */
#include "liars.h"

static const struct liar liars[] = {
#define LIAR(name, base, property, says) {"liar_" #name, #base, #property, says, lie_##name},
#include "liars.def"
#undef LIAR
};
enum { N_LIARS = sizeof liars / sizeof *liars };

const struct liar *liar_at(size_t i)
{
    return i < N_LIARS ? &liars[i] : NULL;
}

enum rs_status liars_register(struct rs_why *why)
{
    static struct rs_strategy rows[N_LIARS];
    enum rs_status status = RS_OK;
    for (size_t i = 0; !status && i < N_LIARS; i++) {
        rows[i] = *rs_strategy_find(liars[i].base);
        rows[i].name = liars[i].name;
        rows[i].summary = "a wrong strategy of the tests";
        liars[i].lie(&rows[i]);
        status = rs_strategy_register(&rows[i], why);
    }
    return status;
}

# What every target of the project is compiled with.
include(CheckCSourceCompiles)

# Those that change what is computed, or how fast. A fused multiply-add would give other placements
# on other machines.
set(code_flags -ffp-contract=off)
check_c_source_compiles("
#ifndef __i386__
#error another processor
#endif
int main(void) { return 0; }" RINGSIDE_I386)
if(RINGSIDE_I386)
    # The x87 unit rounds twice.
    list(APPEND code_flags -msse2 -mfpmath=sse)
endif()
if(RINGSIDE_SANITIZE)
    list(APPEND code_flags -fsanitize=${RINGSIDE_SANITIZE} -fno-sanitize-recover=all
         -fno-omit-frame-pointer)
    add_link_options(-fsanitize=${RINGSIDE_SANITIZE})
endif()
if(RINGSIDE_FUZZ)
    if(NOT CMAKE_C_COMPILER_ID STREQUAL "Clang")
        message(FATAL_ERROR "RINGSIDE_FUZZ needs clang: configure with CC=clang CXX=clang++")
    endif()
    list(APPEND code_flags -fsanitize=fuzzer-no-link)
endif()

if(RINGSIDE_COVERAGE)
    list(APPEND code_flags -fprofile-instr-generate -fcoverage-mapping)
    add_link_options(-fprofile-instr-generate)
endif()

add_library(ringside_flags INTERFACE)
target_compile_options(ringside_flags INTERFACE ${code_flags}
    -Wall -Wextra -Wshadow -Wvla -Wundef -Wpointer-arith -Wcast-qual
    $<$<COMPILE_LANGUAGE:C>:-Wstrict-prototypes -Wmissing-prototypes -Wwrite-strings>
    $<$<AND:$<COMPILE_LANGUAGE:C>,$<C_COMPILER_ID:Clang>>:-Wmissing-variable-declarations>
    $<$<BOOL:${RINGSIDE_WERROR}>:-Werror>)
target_compile_definitions(ringside_flags INTERFACE _GNU_SOURCE)

# ringside_sources(TARGET FOLDER...): every .c below the folders, with the project's flags.
function(ringside_sources target)
    foreach(folder IN LISTS ARGN)
        file(GLOB sources CONFIGURE_DEPENDS ${folder}/*.c)
        target_sources(${target} PRIVATE ${sources})
    endforeach()
    target_link_libraries(${target} PRIVATE ringside_flags)
endfunction()

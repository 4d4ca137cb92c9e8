# What every target of the project is compiled with.
#
# -ffp-contract=off: a fused multiply-add would give other placements on other machines.
add_library(ringside_flags INTERFACE)
target_compile_options(ringside_flags INTERFACE
    -Wall -Wextra -Wshadow -Wvla -Wundef -Wpointer-arith -Wcast-qual -ffp-contract=off
    $<$<COMPILE_LANGUAGE:C>:-Wstrict-prototypes -Wmissing-prototypes -Wwrite-strings>
    $<$<AND:$<COMPILE_LANGUAGE:C>,$<C_COMPILER_ID:Clang>>:-Wmissing-variable-declarations>
    $<$<BOOL:${RINGSIDE_WERROR}>:-Werror>)
target_compile_definitions(ringside_flags INTERFACE _GNU_SOURCE)

if(CMAKE_SYSTEM_PROCESSOR MATCHES "^i[3-6]86$")
    # The x87 unit rounds twice.
    target_compile_options(ringside_flags INTERFACE -msse2 -mfpmath=sse)
endif()

if(RINGSIDE_SANITIZE)
    add_compile_options(-fsanitize=${RINGSIDE_SANITIZE} -fno-sanitize-recover=all
                        -fno-omit-frame-pointer)
    add_link_options(-fsanitize=${RINGSIDE_SANITIZE})
endif()
if(RINGSIDE_FUZZ)
    if(NOT CMAKE_C_COMPILER_ID STREQUAL "Clang")
        message(FATAL_ERROR "RINGSIDE_FUZZ needs clang: configure with CC=clang CXX=clang++")
    endif()
    add_compile_options(-fsanitize=fuzzer-no-link)
endif()

# ringside_sources(TARGET FOLDER...): every .c below the folders, with the project's flags.
function(ringside_sources target)
    foreach(folder IN LISTS ARGN)
        file(GLOB sources CONFIGURE_DEPENDS ${folder}/*.c)
        target_sources(${target} PRIVATE ${sources})
    endforeach()
    target_link_libraries(${target} PRIVATE ringside_flags)
endfunction()

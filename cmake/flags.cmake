# What every target of the project is compiled with.
include(CheckCCompilerFlag)
include(CheckCSourceCompiles)
include(CheckLinkerFlag)

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

# What makes a fault in memory end the program instead of serving whoever sent the input. Each is
# taken where the compiler has it; a sanitizer sees more and does not go with all of them.
function(ringside_harden flag)
    string(MAKE_C_IDENTIFIER "RINGSIDE_HAS${flag}" has)
    set(CMAKE_REQUIRED_FLAGS -Werror)
    check_c_compiler_flag(${flag} ${has})
    if(${has})
        list(APPEND code_flags ${flag})
    endif()
    set(code_flags ${code_flags} PARENT_SCOPE)
endfunction()

# glibc checks sizes only where the compiler optimises, and warns where it knows no level 3.
function(ringside_fortify)
    string(TOUPPER "${CMAKE_BUILD_TYPE}" type)
    foreach(level 3 2)
        set(flags -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=${level})
        string(JOIN " " CMAKE_REQUIRED_FLAGS -Werror ${CMAKE_C_FLAGS} ${CMAKE_C_FLAGS_${type}}
               ${flags})
        check_c_source_compiles("
            #include <stdio.h>
            #ifndef __OPTIMIZE__
            #error no optimisation
            #endif
            int main(void) { return 0; }" RINGSIDE_FORTIFY_${level})
        if(RINGSIDE_FORTIFY_${level})
            set(code_flags ${code_flags} ${flags} PARENT_SCOPE)
            return()
        endif()
    endforeach()
endfunction()

option(RINGSIDE_HARDEN "ends the program at a fault in memory, where no sanitizer does" ON)
set(position_flags)
if(RINGSIDE_HARDEN AND NOT RINGSIDE_SANITIZE AND NOT RINGSIDE_FUZZ AND NOT RINGSIDE_COVERAGE)
    ringside_fortify()
    ringside_harden(-fstack-protector-strong)
    ringside_harden(-fstack-clash-protection)
    ringside_harden(-fcf-protection)
    # What is -fPIC by itself stays so: -fPIE behind it would undo it.
    set(is_module $<STREQUAL:$<TARGET_PROPERTY:TYPE>,MODULE_LIBRARY>)
    set(is_pic $<BOOL:$<TARGET_PROPERTY:POSITION_INDEPENDENT_CODE>>)
    set(position_flags $<$<NOT:$<OR:${is_module},${is_pic}>>:-fPIE>)
    set(harden_links -Wl,-z,relro -Wl,-z,now -Wl,-z,noexecstack)
    check_linker_flag(C "${harden_links}" RINGSIDE_HAS_HARDENED_LINKS)
    if(RINGSIDE_HAS_HARDENED_LINKS)
        add_link_options(${harden_links})
    endif()
    add_link_options($<$<STREQUAL:$<TARGET_PROPERTY:TYPE>,EXECUTABLE>:-pie>)
endif()

add_library(ringside_flags INTERFACE)
target_compile_options(ringside_flags INTERFACE ${code_flags} ${position_flags}
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

# Shared by the scripts of this folder; source it, do not run it. Defines `root`, the top of the source tree.
# shellcheck shell=bash

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck disable=SC2034 # used by the scripts that source this
{
    build=$root/build/release
    drivers=$root/build/drivers  # what tools/setup --test copies
}

if [[ -t 1 && -z ${NO_COLOR:-} ]]; then bold=$'\e[1m' red=$'\e[31m' green=$'\e[32m' plain=$'\e[0m'
else bold='' red='' green='' plain=''; fi

say() { printf '%s%s%s\n' "$bold" "$*" "$plain"; }
good() { printf '%s%s%s\n' "$green" "$*" "$plain"; }
bad() { printf '%s%s%s\n' "$red" "$*" "$plain"; }

# fail CODE MESSAGE: prints one message on stderr and exits.
fail() {
    printf '%s: %s\n' "$(basename "$0")" "$2" >&2
    exit "$1"
}

# Configures once: a build tree that ninja can use is left alone, since it reconfigures itself when needed. UNDINE_WERROR
# makes the compiler's warnings errors; it is for CI's compiler, since another one may have other warnings.
configure() {
    [[ -f $build/build.ninja ]] ||
        (cd "$root" && cmake --preset "$(basename "$build")" ${UNDINE_WERROR:+-DCMAKE_COMPILE_WARNING_AS_ERROR=ON})
}

# icd_of NAME: the manifest of a software driver, or nothing.
icd_of() {
    local file
    case $1 in
        lavapipe)
            for file in /usr/share/vulkan/icd.d/lvp_icd*.json /etc/vulkan/icd.d/lvp_icd*.json; do
                [[ -f $file ]] && { echo "$file"; return; }
            done ;;
        swiftshader) [[ -f $drivers/vk_swiftshader_icd.json ]] && echo "$drivers/vk_swiftshader_icd.json" ;;
    esac
    return 0
}

# Shared by the scripts that need another Debian than this one; source it after common.sh. Its functions need root.
# shellcheck shell=bash

# shellcheck disable=SC2154 # root: common.sh
systems=$root/build/systems  # what debootstrap made, as SUITE.tar, and the folders in use

# require_systems WHAT: fails with a sentence where none can be made.
require_systems() {
    [[ $(id -u) -eq 0 ]] || fail 2 "$1 in a system of its own needs root"
    command -v debootstrap >/dev/null || fail 2 "debootstrap is missing; tools/setup --package installs it"
}

# make_system SUITE FOLDER: a minimal Debian there, new if FOLDER is there already.
make_system() {
    mkdir -p "$systems"
    rm -rf --one-file-system "$2"
    if [[ ! -f $systems/$1.tar ]]; then
        debootstrap --variant=minbase "$1" "$2" http://deb.debian.org/debian >"$systems/$1.log" 2>&1 ||
            fail 1 "debootstrap could not make a Debian $1; its log is $systems/$1.log"
        tar -C "$2" -cf "$systems/$1.tar.new" .
        mv "$systems/$1.tar.new" "$systems/$1.tar"
    else
        mkdir -p "$2"
        tar -C "$2" -xf "$systems/$1.tar"
    fi
    # How this machine reaches the network.
    [[ ! -f /etc/resolv.conf ]] || cp -L /etc/resolv.conf "$2/etc"
    cp /etc/apt/apt.conf.d/*prox* "$2/etc/apt/apt.conf.d" 2>/dev/null || true
}

# inside FOLDER COMMAND…: in that system, as root. The folder undine there, if there is one, is this checkout.
inside() {
    # shellcheck disable=SC2016 # the inner shell's
    unshare -m sh -c 'system=$1; root=$2; shift 2; mount --rbind /dev "$system/dev" &&
        mount -t proc proc "$system/proc" && { [ ! -d "$system/undine" ] || mount --bind "$root" "$system/undine"; } &&
        exec chroot "$system" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root DEBIAN_FRONTEND=noninteractive "$@"' \
        sh "$1" "$root" "${@:2}"
}

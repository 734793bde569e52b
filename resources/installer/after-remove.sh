#!/bin/sh
# Debian package: takes away what after-install.sh put there. The vault's data folder is never touched.
set -e
rm -f /usr/bin/sealed-records-vault /usr/bin/srvault
if [ -f /etc/apparmor.d/sealed-records-vault ]; then
  apparmor_parser --remove /etc/apparmor.d/sealed-records-vault 2>/dev/null || true
  rm -f /etc/apparmor.d/sealed-records-vault
fi

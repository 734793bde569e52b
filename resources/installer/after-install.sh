#!/bin/sh
# Debian package: `srvault` and the application on the PATH, and Chromium's sandbox helper as it must be.
set -e
app='/opt/Sealed Records Vault'
profile="$app/resources/apparmor-profile"
ln -sf "$app/sealed-records-vault" /usr/bin/sealed-records-vault
ln -sf "$app/resources/bin/srvault" /usr/bin/srvault
# Where unprivileged user namespaces are switched off, Chromium's sandbox needs its setuid helper. Root may always make
# one, so an ordinary user is asked.
if ! setpriv --reuid=65534 --regid=65534 --clear-groups unshare --user true 2>/dev/null; then
  chown root:root "$app/chrome-sandbox"
  chmod 4755 "$app/chrome-sandbox"
fi
# An AppArmor before 4.0 (Debian 12, Ubuntu 22.04) does not know the profile's language, and does not need it.
if [ -d /etc/apparmor.d ] && [ -f "$profile" ] && apparmor_parser --skip-kernel-load --debug "$profile" >/dev/null 2>&1; then
  cp "$profile" /etc/apparmor.d/sealed-records-vault
  apparmor_parser --replace /etc/apparmor.d/sealed-records-vault 2>/dev/null || true
fi

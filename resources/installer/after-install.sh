#!/bin/sh
# Debian package: `srvault` and the application on the PATH, and Chromium's sandbox helper as it must be.
set -e
app='/opt/Sealed Records Vault'
ln -sf "$app/sealed-records-vault" /usr/bin/sealed-records-vault
ln -sf "$app/resources/bin/srvault" /usr/bin/srvault
# Where unprivileged user namespaces are switched off, Chromium's sandbox needs its setuid helper.
if ! unshare --user true 2>/dev/null; then
  chown root:root "$app/chrome-sandbox"
  chmod 4755 "$app/chrome-sandbox"
fi
if [ -d /etc/apparmor.d ] && [ -f "$app/resources/apparmor-profile" ]; then
  cp "$app/resources/apparmor-profile" /etc/apparmor.d/sealed-records-vault
  apparmor_parser --replace /etc/apparmor.d/sealed-records-vault 2>/dev/null || true
fi

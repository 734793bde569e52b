@echo off
rem srvault of an installed application: the same program without a window.
"%~dp0..\..\Sealed Records Vault.exe" --srvault %*

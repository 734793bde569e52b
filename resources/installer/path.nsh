; `srvault` on the PATH of the installing user: a one-line script in the folder that Windows itself keeps on
; every user's PATH. The PATH variable is left alone, and the script goes with the application.
!macro customInstall
  FileOpen $0 "$LOCALAPPDATA\Microsoft\WindowsApps\srvault.cmd" w
  FileWrite $0 '@"$INSTDIR\resources\bin\srvault.cmd" %*$\r$\n'
  FileClose $0
!macroend

!macro customUnInstall
  Delete "$LOCALAPPDATA\Microsoft\WindowsApps\srvault.cmd"
!macroend

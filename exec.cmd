@rem `npm start` gives its place to the service with exec, so that signals reach it. cmd.exe has no exec: there it is this file.
@%*

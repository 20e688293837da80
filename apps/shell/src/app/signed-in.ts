// The code of every signed-in screen, in one file.
export { AppLayout } from '../layout/AppLayout'
export { loadRelease } from '../remotes/load-release'

import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App, configurePortal, startRouter } from './app/App'
import { loadSignedIn } from './app/load-signed-in'
import { provideReleases } from './remotes/remotes'
import { firstScreen } from './start/first-screen'

const configured = configurePortal()
// App handles a failure, but mounts later: until then the rejection must not count as unhandled
configured.catch(() => undefined)

provideReleases(async (...release) => (await loadSignedIn()).loadRelease(...release))

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
// no top-level await: chunks that import this module would wait for it
void startRouter()
  .then((router) => firstScreen(router, configured).then(() => router))
  .then((router) =>
    createRoot(root).render(
      <StrictMode>
        <App router={router} configured={configured} />
      </StrictMode>,
    ),
  )

import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App, startRouter } from './app/App'
import { loadSignedIn } from './app/load-signed-in'
import { configure } from './app/portal-services'
import { loadPortalConfig } from './config/portal'
import { provideReleases } from './remotes/remotes'
import { firstScreen } from './start/first-screen'

const firstConfig = loadPortalConfig()
// App handles a failure, but mounts later: until then the rejection must not count as unhandled
firstConfig.then(configure).catch(() => undefined)

provideReleases(async (...release) => (await loadSignedIn()).loadRelease(...release))

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
// no top-level await: chunks that import this module would wait for it
void startRouter()
  .then((router) => firstScreen(router, firstConfig).then(() => router))
  .then((router) =>
    createRoot(root).render(
      <StrictMode>
        <App router={router} firstConfig={firstConfig} />
      </StrictMode>,
    ),
  )

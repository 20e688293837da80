import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App, startRouter } from './app/App'
import { loadPortalConfig } from './config/portal'

const firstConfig = loadPortalConfig()
// App handles a failure, but mounts later: until then the rejection must not count as unhandled
firstConfig.catch(() => undefined)

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
const router = await startRouter()
createRoot(root).render(
  <StrictMode>
    <App router={router} firstConfig={firstConfig} />
  </StrictMode>,
)

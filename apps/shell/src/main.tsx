import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App, startRouter } from './app/App'
import { loadPortalConfig } from './config/portal'

const firstConfig = loadPortalConfig()
// the screen that shows the failure may come later than the failure
firstConfig.catch(() => undefined)

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
const router = await startRouter()
createRoot(root).render(
  <StrictMode>
    <App router={router} firstConfig={firstConfig} />
  </StrictMode>,
)

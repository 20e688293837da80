import { installedVersion, shellServer, SHARED } from '@helpdesk/remote-contract/build'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { colorModePlugin } from './build/color-mode.ts'
import { devPortalPlugin } from './build/dev-portal.ts'

const versions = Object.fromEntries(SHARED.map((name) => [name, installedVersion(name, import.meta.url)]))

export default defineConfig({
  plugins: [react(), colorModePlugin(), devPortalPlugin()],
  define: { __SHARED_VERSIONS__: JSON.stringify(versions) },
  server: shellServer,
  build: { target: 'es2022', modulePreload: { polyfill: false }, reportCompressedSize: false },
})

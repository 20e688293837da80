import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  plugins: [react()],
  // values of the build; no test loads a real remote
  define: { __REGISTRY_KEYS__: '[]', __SHARED_VERSIONS__: '{}' },
  test: {
    // Files share a worker; the setup gives each a fresh page.
    isolate: false,
    environment: 'jsdom',
    testTimeout: 20_000,
    include: ['src/**/*.test.{ts,tsx}', 'build/**/*.test.ts'],
    setupFiles: ['./src/testing/setup.ts'],
    reporters: ['default', 'json'],
    outputFile: 'test-results/vitest.json',
  },
})

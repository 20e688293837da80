import { existsSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { exitWithError, nodeBin, run, step } from './lib.mjs'

const SHELL = '/usr/bin/chromium-headless-shell'
const system = [SHELL, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

function isInstalled() {
  if (process.env.CHROMIUM_PATH || system.some(existsSync)) return true
  const cache = process.env.PLAYWRIGHT_BROWSERS_PATH ?? join(homedir(), '.cache/ms-playwright')
  return existsSync(cache) && readdirSync(cache).some((name) => name.startsWith('chromium'))
}

const install = async (name) => {
  await run('apt-get', ['update', '-qq'])
  await run('apt-get', ['install', '-y', '-qq', name], { extraEnv: { DEBIAN_FRONTEND: 'noninteractive' } })
}

/**
 * Ensures a Chromium for the tests: Debian's headless shell, which takes a third less CPU time, else an installed
 * browser, else Playwright's, else Debian's package.
 */
export async function ensureBrowser() {
  if (process.env.CHROMIUM_PATH || existsSync(SHELL)) return
  if (existsSync('/usr/bin/apt-get') && process.getuid?.() === 0)
    await step('Installing a headless browser', () => install('chromium-headless-shell'))
  if (isInstalled()) return
  await step('Installing a browser for the tests', async () => {
    const download = await run(process.execPath, [nodeBin('playwright'), 'install', 'chromium'], {
      timeout: 120_000,
    })
    if (download.code === 0 || process.platform !== 'linux') return
    await install('chromium')
  })
  if (!isInstalled())
    exitWithError(
      'No Chromium could be installed.',
      'Install Chromium, or set CHROMIUM_PATH, then run npm test again.',
    )
}

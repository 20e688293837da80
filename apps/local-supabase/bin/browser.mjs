import { existsSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { giveUp, nodeBin, run, step } from './lib.mjs'

const system = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

function found() {
  if (process.env.CHROMIUM_PATH || system.some(existsSync)) return true
  const own = process.env.PLAYWRIGHT_BROWSERS_PATH ?? join(homedir(), '.cache/ms-playwright')
  return existsSync(own) && readdirSync(own).some((name) => name.startsWith('chromium'))
}

/** A Chromium for the tests: one that is here, else Playwright's own, else Debian's package. */
export async function ensureBrowser() {
  if (found()) return
  await step('Installing a browser for the tests', async () => {
    const own = await run(process.execPath, [nodeBin('playwright'), 'install', 'chromium'], {
      timeout: 120_000,
    })
    if (own.code === 0 || process.platform !== 'linux') return
    await run('apt-get', ['update', '-qq'])
    await run('apt-get', ['install', '-y', '-qq', 'chromium'], {
      extraEnv: { DEBIAN_FRONTEND: 'noninteractive' },
    })
  })
  if (!found())
    giveUp(
      'No Chromium could be installed.',
      'Install chromium, or name one in CHROMIUM_PATH, then run npm test again.',
    )
}

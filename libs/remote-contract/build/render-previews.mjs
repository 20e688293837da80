// A process of its own: the screens find a window, and end with it.
import { JSDOM } from 'jsdom'
import { runnerImport } from 'vite'
import { moduleFromSource } from './virtual-module.mjs'

/** @type {{ folder: string, entry: string }} */
const { folder, entry } = JSON.parse(process.argv[2] ?? '')
const { window } = new JSDOM('<!doctype html><html><body></body></html>', {
  url: 'http://preview.invalid/',
  pretendToBeVisual: true,
})
const media = (/** @type {string} */ query) => {
  const [, side, limit = '0', unit] = /(max|min)-width: ([\d.]+)(rem|em|px)/.exec(query) ?? []
  const pixels = Number(limit) * (unit === 'px' ? 1 : 16)
  const matches =
    side === 'max' ? globalThis.innerWidth <= pixels : side === 'min' && globalThis.innerWidth >= pixels
  return {
    matches,
    media: query,
    addEventListener() {},
    removeEventListener() {},
    addListener() {},
    removeListener() {},
  }
}
/** Pixels beside a screen: the margins of the page and, from 80 rem, the sidebar of staff. */
const beside = (/** @type {number} */ width) => (width < 768 ? 32 : width < 1280 ? 48 : 288)
Object.defineProperty(window.HTMLElement.prototype, 'clientWidth', {
  get: () => globalThis.innerWidth - beside(globalThis.innerWidth),
})
for (const name of Object.getOwnPropertyNames(window))
  if (!(name in globalThis)) Reflect.set(globalThis, name, Reflect.get(window, name))
// those that Node has too
for (const name of ['location', 'navigator', 'Event', 'CustomEvent', 'EventTarget'])
  Object.defineProperty(globalThis, name, { value: Reflect.get(window, name), configurable: true })
for (const name of ['addEventListener', 'removeEventListener', 'dispatchEvent'])
  Reflect.set(globalThis, name, Reflect.get(window, name).bind(window))
Object.assign(globalThis, { window, self: window, matchMedia: media })
Object.assign(window, { matchMedia: media })

const { module } = await runnerImport(`${folder}/preview-entry.ts`, {
  root: folder,
  configFile: false,
  logLevel: 'error',
  plugins: [moduleFromSource(`${folder}/preview-entry.ts`, entry)],
})
process.stdout.write(JSON.stringify(module.templates), () => process.exit(0))

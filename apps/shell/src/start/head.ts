// Bundled into the page's head (build/head-start.ts), with the few functions that it imports. A signed-in user's first
// screen is requested here at once, instead of file after file. Every hint may be wrong; the app then asks itself.
import type { DrawPreview } from '@helpdesk/remote-contract/preview'
import type { HeadStart } from '@helpdesk/supabase/head-start'
import { isExpiring, readStoredSession } from '@helpdesk/supabase/stored-session'
import { learnServerTime } from '@helpdesk/ui/clock/server-clock'
import { portalRequest } from '../config/portal-request'
import { isBelow } from '../remotes/registry'
import { REMEMBERED_KEY, type Remembered } from './remembered'

/** Files of the shell that a signed-in screen needs. */
declare const __SHELL_FILES__: readonly string[]
/** Those that refresh a session. */
declare const __REFRESH_FILES__: readonly string[]
declare const __WORKSPACE_KEY__: string

type Session = NonNullable<ReturnType<typeof readStoredSession>>

const PROFILE = 'profiles?select=*&id=eq.{user}'
/** Milliseconds after the start in which a fast device shows the screen itself: two pictures would only flicker. */
const PREVIEW_AFTER = 600
/** Milliseconds after the start at which the app's code runs at the latest. */
const START_BY = 1_000
const ONE_OBJECT = 'application/vnd.pgrst.object+json'

function preload(href: string, integrity = '') {
  const link = document.createElement('link')
  link.rel = 'modulepreload'
  link.crossOrigin = 'anonymous'
  link.integrity = integrity
  link.href = href
  document.head.append(link)
  return link
}

/**
 * Draws a screen's preview from the answer of its first read: at once on a slow device, on a fast one later, unless the
 * app is there before.
 */
async function drawPreview([href, integrity]: readonly [string, string], answer: Promise<Response | null>) {
  // before the app takes the answer
  const rows: Promise<unknown> = answer.then((given) => (given?.ok ? given.clone().json() : null))
  // fails when the script has another hash; the import then takes what was compared
  await new Promise((resolve, reject) =>
    Object.assign(preload(href, integrity), { onload: resolve, onerror: reject }),
  )
  const draw = new Promise<DrawPreview>((resolve) => {
    globalThis.__helpdeskPreview = resolve
  })
  await import(/* @vite-ignore */ href)
  const main = document.createElement('main')
  if (!(await draw)(await rows, main)) return
  const show = () => {
    const skeleton = document.querySelector('#skeleton')
    skeleton?.querySelector('main')?.replaceWith(main)
    // a live region would read out the whole list
    skeleton?.removeAttribute('role')
    skeleton?.removeAttribute('aria-label')
  }
  const early = PREVIEW_AFTER - performance.now()
  if (early > 0) setTimeout(show, early)
  else show()
}

/** Values of the `:name` segments and of the numeric `<int:name>` ones, null when the path does not match. */
function match(pattern: string, path: string): Record<string, string> | null {
  const expected = pattern.split('/')
  const given = path.split('/')
  if (expected.length !== given.length) return null
  const values: Record<string, string> = {}
  const fits = expected.every((part, n) => {
    const value = given[n] ?? ''
    const name = /^:(.+)/.exec(part)?.[1] ?? (/^\d+$/.test(value) && /^<int:(.+)>$/.exec(part)?.[1])
    if (name) values[name] = value
    return name || part === value
  })
  return fits ? values : null
}

/**
 * Requests what the first screen needs.
 * @returns a promise that resolves when its reads are sent, and its preview is drawn or will be later
 */
async function begin(session: Session, remembered: Remembered | null): Promise<void> {
  for (const file of __SHELL_FILES__) preload(file)
  const expiring = isExpiring(session)
  if (expiring) for (const file of __REFRESH_FILES__) preload(file)
  if (remembered?.userId !== session.user.id) return
  const { classList, dataset } = document.documentElement
  if (remembered.role !== 'customer') classList.add('staff')
  if (remembered.density) dataset.density = remembered.density

  const asked = location.pathname.replace(/(?<!\/)\/+$/, '')
  const path = asked === '' || asked === '/dashboard' ? remembered.home : asked
  const lengthOf = ({ mounts }: Remembered['remotes'][number]) =>
    Math.max(0, ...mounts.filter((mount) => isBelow(path, mount)).map(({ length }) => length))
  const [remote] = [...remembered.remotes].sort((a, b) => lengthOf(b) - lengthOf(a))
  if (!remote || lengthOf(remote) === 0) return
  const [screen] = remote.routes.flatMap((route) => {
    const values = match(route.path, path)
    return values ? [{ ...route, values }] : []
  })
  for (const [file, integrity] of [...remote.start, ...(screen?.files ?? [])]) preload(file, integrity)

  if (expiring) return
  // filters of the address change what the screen reads
  const reads = location.search ? [] : (screen?.reads ?? [])
  const values = { ...screen?.values, user: session.user.id }
  const { supabase }: { supabase: Remembered['supabase'] } = await (await portal).clone().json()
  // the token goes only to the backend that the app accepted before
  const { url, publishableKey } = remembered.supabase
  if (supabase.url.replace(/(?<!\/)\/+$/, '') !== url || supabase.publishableKey !== publishableKey) return
  const read = (template: string, accept?: string) => {
    const query = template.replace(/\{(\w+)\}/g, (_, name: keyof typeof values) => values[name] ?? '')
    const address = `${url}/rest/v1/${query}`
    const headers = {
      apikey: publishableKey,
      authorization: `Bearer ${session.access_token}`,
      ...(accept && { accept }),
    }
    return (head.reads[address] = fetch(address, { headers }).catch(() => null))
  }
  void read(PROFILE, ONE_OBJECT)
  const [first] = reads.map((each) => read(each))
  const hasOwnColumns = remembered.ownColumns?.some((list) => path.endsWith(`/${list}`))
  if (first && screen?.preview && !hasOwnColumns) await drawPreview(screen.preview, first)
}

const portal = fetch(...portalRequest()).then((answer) => {
  learnServerTime(answer)
  return answer
})
// the app reports it
portal.catch(() => undefined)
const head: HeadStart = { portal, token: '', reads: {} }
globalThis.__helpdeskStart = head
let begun: Promise<unknown> | undefined

try {
  const stored = (key: string) => JSON.parse(localStorage.getItem(key) ?? 'null')
  const session = readStoredSession()
  const workspace = stored(__WORKSPACE_KEY__)
  if (workspace?.css) {
    const accent = document.createElement('style')
    accent.id = 'accent'
    accent.textContent = workspace.css
    document.head.append(accent)
  }
  if (session) {
    const { classList, style } = document.documentElement
    classList.add('signed-in')
    const { workspace_name = 'Helpdesk', logo } = workspace?.settings ?? {}
    style.setProperty('--workspace', JSON.stringify(workspace_name))
    if (logo) style.setProperty('--logo', `url(${logo})`)
    head.token = session.access_token
    begun = begin(session, stored(REMEMBERED_KEY)).catch(() => undefined)
  }
} catch {
  // blocked storage or foreign data: the app starts without a head start
}

// The app's code keeps a slow device so busy that reads which wait for `portal.json`, and a preview, would wait for it.
head.ready = Promise.race([
  begun,
  new Promise((resolve) => setTimeout(resolve, START_BY - performance.now())),
])

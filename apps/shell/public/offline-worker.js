// Answers a page that cannot be loaded with offline.html, and does nothing else. It keeps no file of the portal, so that
// no release outlives its successor, and nothing of a user, so that a sign-out leaves nothing here.
const CACHE = 'helpdesk-offline'
const PAGE = '/offline.html'
/** What the backend serves on the portal's own origin, such as downloads. */
const BACKEND = /^\/(auth|rest|storage|functions|realtime)\/v1\//
const isPage = ({ mode, destination, url }) =>
  mode === 'navigate' && destination === 'document' && !BACKEND.test(new URL(url).pathname)

addEventListener('install', (event) => {
  const store = async () => (await caches.open(CACHE)).add(new Request(PAGE, { cache: 'reload' }))
  event.waitUntil(store().then(() => skipWaiting()))
})

// the request for the page does not wait until the browser has started this script
addEventListener('activate', (event) => event.waitUntil(registration.navigationPreload?.enable()))

addEventListener('fetch', (event) => {
  if (isPage(event.request)) event.respondWith(load(event))
})

async function load({ request, preloadResponse }) {
  try {
    return (await preloadResponse) ?? (await fetch(request))
  } catch (failure) {
    const page = await caches.match(PAGE)
    if (!page) throw failure
    // without the server's headers: the page brings its own policy
    return new Response(await page.text(), { headers: { 'content-type': 'text/html; charset=utf-8' } })
  }
}

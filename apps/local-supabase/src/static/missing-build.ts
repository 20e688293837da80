/** Shown when the portal has not been built. */
export function missingBuildPage(app: string): Response {
  const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Not built yet</title>
<style>
  :root { color-scheme: light dark; font: 16px/1.6 system-ui, sans-serif }
  body { max-width: 34rem; margin: 20vh auto 0; padding: 0 1.5rem }
  code { padding: .1em .4em; border-radius: 4px; background: color-mix(in srgb, currentColor 12%, transparent) }
</style>
<h1>The portal is not built yet</h1>
<p>The files of <code>${app}</code> are missing. Run <code>npm run build</code> and reload this page, or start everything with <code>npm start</code>, which builds what is missing.</p>
</html>
`
  return new Response(html, {
    status: 503,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'retry-after': '5',
    },
  })
}

import { createServer, type Plugin } from 'vite'

/** The same id and keys as in src/auth/early-input.ts and src/app/session.ts: the test compares them. */
export const STATIC_LOGIN = 'static-login'
export const SESSION_KEY = 'helpdesk-auth'

/** Before the first paint: whoever may be signed in, or wants another public page, does not see the login page. */
export const headScript = `(function(){try{if(localStorage.getItem('${SESSION_KEY}')||/^\\/auth\\/(?!login\\/?$)/.test(location.pathname))document.documentElement.classList.add('no-${STATIC_LOGIN}')}catch(e){}})()`

/** Remembers what is pressed before the script that can act on it is there. */
export const bodyScript = `(function(){var p=document.getElementById('${STATIC_LOGIN}');p.addEventListener('submit',function(e){e.preventDefault();p.dataset.action='submit'});p.addEventListener('focusin',function(e){if(e.target.name)p.dataset.focused=e.target.name});p.addEventListener('click',function(e){var b=e.target.closest('button[type=button]');if(b&&b.textContent)p.dataset.action=b.textContent})})()`

const STYLE = /<style data-emotion[^>]*>[\s\S]*?<\/style>/g

/**
 * Writes the login page into the HTML, so that it is seen as soon as that is there. The script's own takes its place
 * and goes on with what was typed meanwhile. Development has no need for it.
 */
export function staticLoginPlugin(): Plugin {
  let login = ''
  return {
    name: 'helpdesk-static-login',
    apply: 'build',
    async buildStart() {
      login = await renderLogin(this.environment.config.root)
    },
    transformIndexHtml(html) {
      // All styles first: a browser that paints what it has so far would otherwise see the page grow.
      const styles = login.match(STYLE)?.join('') ?? ''
      const markup = login.replace(STYLE, '')
      const hidden = `<style>.no-${STATIC_LOGIN} #${STATIC_LOGIN}{display:none}</style>`
      return html
        .replace('<!-- static-login-head -->', () => `<script>${headScript}</script>${hidden}${styles}`)
        .replace(
          '<!-- static-login -->',
          () => `<div id="${STATIC_LOGIN}">${markup}</div><script>${bodyScript}</script>`,
        )
    },
  }
}

/** Renders the page with the sources as they are, outside the build that is under way. */
async function renderLogin(root: string): Promise<string> {
  const server = await createServer({
    root,
    configFile: false,
    logLevel: 'error',
    appType: 'custom',
    server: { middlewareMode: true, hmr: false, watch: null, ws: false },
    optimizeDeps: { noDiscovery: true },
  })
  try {
    const module: { renderLogin?: unknown } = await server.ssrLoadModule('/src/auth/static-login.tsx')
    if (typeof module.renderLogin !== 'function') throw new Error('static-login.tsx has no renderLogin')
    return String(module.renderLogin())
  } finally {
    await server.close()
  }
}

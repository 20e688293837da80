import { join } from 'node:path'
import { runnerImport, type Plugin } from 'vite'

/** Same as in src/auth/early-input.ts, `@helpdesk/supabase` and `@helpdesk/auth`; a test compares them. */
export const STATIC_LOGIN = 'static-login'
export const SESSION_KEY = 'helpdesk-auth'
export const WORKSPACE_KEY = 'helpdesk-workspace'

/** Hides the static login page before the first paint from signed-in users and on other public pages. */
export const headScript = `(function(){try{if(localStorage.getItem('${SESSION_KEY}')||/^\\/auth\\/(?!login\\/?$)/.test(location.pathname))document.documentElement.classList.add('no-${STATIC_LOGIN}')}catch(e){}})()`

/** Records focus and clicks, which the app replays once it is loaded. */
export const bodyScript = `(function(){var p=document.getElementById('${STATIC_LOGIN}');p.addEventListener('submit',function(e){e.preventDefault();p.dataset.action='submit'});p.addEventListener('focusin',function(e){if(e.target.name)p.dataset.focused=e.target.name});p.addEventListener('click',function(e){var b=e.target.closest('button[type=button]');if(b&&b.textContent)p.dataset.action=b.textContent})})()`

/** Shows the workspace's name and logo as this browser last read them. */
export const brandScript = `(function(){try{var w=JSON.parse(localStorage.getItem('${WORKSPACE_KEY}')).settings,b=document.querySelector('[data-brand]');b.lastChild.textContent=w.workspace_name;if(w.logo)b.firstChild.src=w.logo}catch(e){}})()`

const STYLE = /<style data-emotion[^>]*>[\s\S]*?<\/style>/g

/**
 * Renders the login page into the HTML at build time: the form is visible before any script has loaded. The app
 * replaces it and takes over what was typed.
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
      // styles go into the head: a browser that paints before them would shift the layout
      const styles = login.match(STYLE)?.join('') ?? ''
      // where the script below is blocked, a submit must not put the password into the address: this method does nothing
      const markup = login.replace(STYLE, '').replaceAll('<form ', '<form method="dialog" ')
      const hidden = `<style>.no-${STATIC_LOGIN} #${STATIC_LOGIN}{display:none}</style>`
      return html
        .replace('<!-- static-login-head -->', () => `<script>${headScript}</script>${hidden}${styles}`)
        .replace(
          '<!-- static-login -->',
          () => `<div id="${STATIC_LOGIN}">${markup}</div><script>${brandScript};${bodyScript}</script>`,
        )
    },
  }
}

/** Renders the page from the sources, outside the build that is running. */
async function renderLogin(root: string): Promise<string> {
  const { module } = await runnerImport<{ renderLogin: () => string }>(
    join(root, 'src/auth/static-login.tsx'),
    { root, configFile: false, logLevel: 'error' },
  )
  return module.renderLogin()
}

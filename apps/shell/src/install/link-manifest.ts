/**
 * Names the manifest (public/app.webmanifest) by which browsers offer to install the portal as an app. Signed in and at rest:
 * nobody installs a sign-in form, and its page stays as small as it is.
 */
export function linkManifest(): void {
  if (document.querySelector('link[rel=manifest]')) return
  document.head.append(
    link('manifest', '/app.webmanifest'),
    // iOS takes no icon from the manifest of a page that is added to the home screen.
    link('apple-touch-icon', '/icons/touch-180.png'),
  )
}

function link(rel: string, href: string): HTMLLinkElement {
  return Object.assign(document.createElement('link'), { rel, href })
}

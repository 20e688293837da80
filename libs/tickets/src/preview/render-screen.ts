import type { Role } from '@helpdesk/auth'
import { configureSupabase } from '@helpdesk/supabase'
import { UiProvider } from '@helpdesk/ui'
import { PreviewStyles, stylesOf } from '@helpdesk/ui/preview-styles'
import { createMemoryRouter, RouterProvider } from '@helpdesk/ui/router'
import { createElement, type ComponentType, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { SessionQueryProvider } from '../testing/SessionQueryProvider'
import { signInAs } from '../testing/sign-in-as'

interface ScreenToRender {
  Screen: ComponentType
  path: string
  role: Role
  /** Part of the address of the screen's first read. */
  read: string
  answer: unknown
}

interface Rendered {
  /** The rules of the screen's classes. */
  styles: () => readonly string[]
  remove: () => void
}

/** Renders a screen as it is when its first read is answered and its others are not: at build time, for its preview. */
export function renderScreen(
  { Screen, path, role, read, answer }: ScreenToRender,
  container: Element,
): Rendered {
  signInAs({ role })
  configureSupabase({ url: 'http://preview.invalid', publishableKey: 'preview' })
  globalThis.fetch = (input) => {
    const address = input instanceof Request ? input.url : String(input)
    return address.includes(read) ? Promise.resolve(Response.json(answer)) : new Promise(() => undefined)
  }
  const router = createMemoryRouter([{ path: '*', Component: Screen }], { initialEntries: [path] })
  const providers = [PreviewStyles, UiProvider, SessionQueryProvider] as const
  const root = createRoot(container)
  root.render(
    providers.reduceRight<ReactNode>(
      (children, Provider) => createElement(Provider, { children }),
      createElement(RouterProvider, { router }),
    ),
  )
  return { styles: () => stylesOf(container), remove: () => root.unmount() }
}

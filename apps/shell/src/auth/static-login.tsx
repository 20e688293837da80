import { UiProvider } from '@helpdesk/ui/UiProvider'
import { MemoryRouter } from '@helpdesk/ui/router'
import { renderToString } from 'react-dom/server'
import { LoginPage } from './LoginPage'

/** The login page as HTML with its styles, for build/static-login.ts. */
export const renderLogin = (): string =>
  renderToString(
    <UiProvider>
      <MemoryRouter initialEntries={['/auth/login']}>
        <LoginPage />
      </MemoryRouter>
    </UiProvider>,
  )

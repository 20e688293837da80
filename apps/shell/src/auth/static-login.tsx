import { UiProvider } from '@helpdesk/ui'
import { MemoryRouter } from '@helpdesk/ui/router'
import { renderToString } from 'react-dom/server'
import { LoginPage } from './LoginPage'

/** The login page as HTML with its styles; the build writes it into the page. */
export const renderLogin = (): string =>
  renderToString(
    <UiProvider>
      <MemoryRouter initialEntries={['/auth/login']}>
        <LoginPage />
      </MemoryRouter>
    </UiProvider>,
  )

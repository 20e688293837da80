import { mountStandalone } from '@helpdesk/tickets/standalone'
import remote from '../src/routes'

void mountStandalone({ routes: remote.routes, email: 'admin@example.com', start: '/admin/dashboard' })

export { deferred, quietly } from '@helpdesk/ui'

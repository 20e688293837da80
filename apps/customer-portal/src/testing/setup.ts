import '@helpdesk/tickets/testing/setup'

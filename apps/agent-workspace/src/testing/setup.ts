import '@helpdesk/staff/testing/setup'

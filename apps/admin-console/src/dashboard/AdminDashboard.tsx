import { Box, Card, Grid, Heading, LinkButton, PageHeader, Text } from '@helpdesk/ui'

const ACTIONS = [
  { to: '/admin/invites', label: 'Invite Users', text: 'Send invites to new users' },
  { to: '/admin/console', label: 'AI Console', text: 'AI-powered assistance' },
  { to: '/admin/tickets', label: 'Ticket Management', text: 'Every ticket in one list' },
  { to: '/admin/settings', label: 'Settings', text: 'How the portal is set up' },
  { to: '/admin/reports', label: 'View Reports', text: 'How support is doing over time' },
] as const

/** `/admin/dashboard`: the ways to the admin pages (sections 2.1 and 2.16). */
export function AdminDashboard() {
  return (
    <>
      <PageHeader heading="Admin Dashboard" subtitle="Overview of your support operation" />
      <Heading size="md">Quick Actions</Heading>
      <Grid marginTop="3" gap="4" gridTemplateColumns="repeat(auto-fill, minmax(15rem, 1fr))">
        {ACTIONS.map(({ to, label, text }) => (
          <Card key={to} padded>
            <Text tone="muted">{text}</Text>
            <Box marginTop="3">
              <LinkButton to={to}>{label}</LinkButton>
            </Box>
          </Card>
        ))}
      </Grid>
    </>
  )
}

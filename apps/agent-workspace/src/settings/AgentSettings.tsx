import { AccountSettings } from '@helpdesk/auth'
import { SingleKeysSwitch } from '@helpdesk/staff/keys/SingleKeysSwitch'
import { Box, Grid, Heading, LinkButton, PageHeader, Text } from '@helpdesk/ui'

/** `/dashboard/agent/settings`. */
export function AgentSettings() {
  return (
    <>
      <PageHeader
        heading="Settings"
        subtitle="Your account, notifications and display"
        actions={<LinkButton to="/dashboard/agent/macros">Macros</LinkButton>}
      />
      <AccountSettings />
      <Grid
        as="section"
        aria-labelledby="settings-keyboard"
        columnGap="10"
        rowGap="4"
        paddingY="6"
        borderTopWidth="1px"
        gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: '15rem minmax(0, 28rem)' }}
      >
        <Box>
          <Heading size="sm" id="settings-keyboard">
            Keyboard
          </Heading>
          <Text tone="muted" marginTop="1">
            Press ? on any page to see all shortcuts.
          </Text>
        </Box>
        <SingleKeysSwitch />
      </Grid>
    </>
  )
}

import { AccountSettings } from '@helpdesk/auth'
import { SingleKeysSwitch } from '@helpdesk/staff/keys/SingleKeysSwitch'
import { Box, Grid, Heading, LinkButton, PageHeader, Text } from '@helpdesk/ui'
import { version } from '../../package.json'
import * as texts from './texts'

/** `/dashboard/agent/settings`. */
export function AgentSettings() {
  return (
    <>
      <PageHeader
        heading={texts.settings}
        subtitle={texts.subtitle}
        actions={<LinkButton to="/dashboard/agent/macros">{texts.macros}</LinkButton>}
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
            {texts.keyboard}
          </Heading>
          <Text tone="muted" marginTop="1">
            {texts.keyboardText}
          </Text>
        </Box>
        <SingleKeysSwitch />
      </Grid>
      <Text tone="muted">{texts.version(version)}</Text>
    </>
  )
}

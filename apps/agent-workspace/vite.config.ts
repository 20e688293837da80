import { remoteConfig } from '@helpdesk/remote-contract/build'

export default remoteConfig('agent-workspace', import.meta.url)

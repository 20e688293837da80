import { remoteConfig, SHARED } from '@helpdesk/remote-contract/build'

// Administration has its own calls (libs/admin): it needs the shell's clients and query cache themselves.
export default remoteConfig('admin-console', import.meta.url, SHARED)

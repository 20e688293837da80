export const tryInAMoment = 'Try again in a moment. The rest of the portal is not affected.'
export const switchedOff = 'This part is currently turned off. The rest of the portal is not affected.'
export const outdated = 'A new version is available. Reload the page.'
export const needsUpdate = 'This part needs an update. The rest of the portal is not affected.'
export const unavailable = 'Not available at the moment'
export const partFailed = 'This part of the portal could not be loaded'
export const stillLoading = 'Still loading'
export const partLoading = 'This part of the portal is still loading'
export const partLoadingText = 'This is taking longer than usual. You can keep using the rest of the portal.'
export const wrongContract = (what: string, contract: number, offered: number) =>
  `${what} was built for contract ${contract}, the portal has ${offered}`
export const notShared = (version: string, key: string) =>
  `${version} needs ${key}, which the portal does not share`
export const wrongVersion = (version: string, key: string, range: string, offered: string) =>
  `${version} needs ${key} ${range}, the portal has ${offered}`
export const lacksNames = (version: string, names: string, key: string, offered: string) =>
  `${version} needs ${names} of ${key}, which ${offered} lacks`

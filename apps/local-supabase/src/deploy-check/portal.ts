import { z } from 'zod'
import { ask, missing, ok, unknown, type Finding, type Target } from './project'

const portalSchema = z.object({
  supabase: z.object({ url: z.string(), publishableKey: z.string() }),
  remotes: z.record(z.string(), z.object({ base: z.string(), entry: z.string() })),
})
const page = { headers: { accept: 'text/html' } }
const isPage = (body: unknown) => typeof body === 'string' && /<div id="root"|<script/.test(body)

async function checkRemote(portal: string, name: string, entry: string): Promise<Finding> {
  const address = new URL(entry, `${portal}/`)
  const { status, headers } = await ask(address, { headers: { origin: portal } })
  const type = headers.get('content-type') ?? ''
  if (status !== 200 || !/javascript/.test(type))
    return missing(
      `${name}: ${address.href} answers ${status} ${type}`.trim(),
      'Upload its dist folder there.',
    )
  const allowed = headers.get('access-control-allow-origin')
  if (address.origin !== portal && allowed !== '*' && allowed !== portal) {
    const todo = `Let ${address.origin} answer with Access-Control-Allow-Origin: ${portal}`
    return missing(`${name}: another origin that does not let the portal read it`, todo)
  }
  return ok(`Remote ${name} can be loaded`)
}

/** Checks the served files: the page under every path, /portal.json, and each remote. */
export async function checkPortal(target: Target): Promise<Finding[]> {
  if (!target.portal) return [unknown('The served portal', 'Add --portal https://… to check it.')]
  const portal = new URL(target.portal).origin
  const [home, deep] = [await ask(`${portal}/`, page), await ask(`${portal}/auth/callback`, page)]
  const found: Finding[] = [
    isPage(home.body)
      ? ok('The portal is served')
      : missing(`The portal’s page (${home.status})`, 'Upload apps/shell/dist.'),
    deep.status === 200 && isPage(deep.body)
      ? ok('Every address leads to the portal')
      : missing(
          `/auth/callback answers ${deep.status}`,
          'Answer unknown addresses with index.html (see libs/remote-contract/hosting/README.md).',
        ),
  ]
  const config = portalSchema.safeParse((await ask(`${portal}/portal.json`)).body).data
  if (!config)
    return [...found, missing('/portal.json', 'Upload it beside index.html (see supabase/hosting.md).')]
  const same =
    config.supabase.url.replace(/(?<!\/)\/+$/, '') === target.url &&
    config.supabase.publishableKey === target.publishableKey
  found.push(
    same
      ? ok('/portal.json names this project')
      : missing('/portal.json names another project or key', `It says ${config.supabase.url}`),
  )
  for (const [name, { base, entry }] of Object.entries(config.remotes))
    found.push(await checkRemote(portal, name, `${base}${entry}`))
  return found
}

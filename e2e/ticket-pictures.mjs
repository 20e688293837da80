import { chromium } from '@playwright/test'
import { readFileSync } from 'node:fs'
import postgres from 'postgres'
const keys = JSON.parse(readFileSync('/tmp/data-ticket/keys.json', 'utf8'))
const port = readFileSync('/tmp/data-ticket/postgres/postmaster.pid', 'utf8').split('\n')[3]
const db = postgres({ host: '127.0.0.1', port: Number(port), user: 'postgres', password: keys.databasePassword, database: 'postgres' })
const origin = 'http://localhost:4714'
const q = async (text) => (await db.unsafe(text))[0]?.id
const agent = await q(`select id from profiles where email='agent@example.com'`)
const many = await q(`select ticket_id as id from comments group by 1 order by count(*) desc limit 1`)
const mine = await q(`select t.id from tickets t where assigned_to='${agent}' and exists (select from comments c where c.ticket_id=t.id and c.is_internal) and exists (select from attachments a where a.ticket_id=t.id and a.file_type like 'image%') limit 1`) ?? await q(`select t.id from tickets t where assigned_to='${agent}' and exists (select from comments c where c.ticket_id=t.id and c.is_internal) limit 1`)
const free = await q(`select t.id from tickets t where assigned_to is null and status='open' and not exists (select from comments c where c.ticket_id=t.id) limit 1`)
const theirs = await q(`select t.id from tickets t where assigned_to is not null and assigned_to<>'${agent}' and exists (select from comments c where c.ticket_id=t.id) limit 1`)
const customers = await q(`select t.id from tickets t join profiles p on p.id=t.customer_id where p.email='customer@example.com' and t.status='pending' limit 1`) ?? await q(`select t.id from tickets t join profiles p on p.id=t.customer_id where p.email='customer@example.com' limit 1`)
const long = await q(`select id from tickets where subject like 'LONG%'`) 
await db.end()
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox','--disable-gpu','--disable-quic','--no-first-run','--disable-background-networking','--disable-component-update','--disable-sync'] })
const only = process.argv[2]
const shots = [
  ['agent@example.com', 'mine', mine], ['agent@example.com', 'free', free], ['agent@example.com', 'theirs', theirs], ['agent@example.com', 'many', many],
  ['admin@example.com', 'admin', theirs], ['customer@example.com', 'customer', customers],
]
for (const [width, height, scheme] of [[1440, 900, 'light'], [360, 740, 'light'], [1440, 900, 'dark'], [360, 740, 'dark']]) {
  for (const email of [...new Set(shots.map(([e]) => e))]) {
    const list = shots.filter(([e, name]) => e === email && (!only || `${name}-${width}-${scheme}`.match(only)))
    if (!list.length) continue
    const context = await browser.newContext({ viewport: { width, height }, colorScheme: scheme, hasTouch: width < 500, isMobile: width < 500 })
    const page = await context.newPage()
    page.on('pageerror', (e) => console.log('ERR', e.message))
    page.on('console', (m) => m.type() === 'error' && console.log('CONSOLE', m.text().slice(0, 300)))
    await page.goto(origin + '/auth/login')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill('Demo1234')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.waitForURL(/dashboard/)
    for (const [, name, id] of list) {
      await page.addInitScript(() => { window.__cls = 0; new PerformanceObserver((l) => { for (const e of l.getEntries()) if (!e.hadRecentInput) window.__cls += e.value }).observe({ type: 'layout-shift', buffered: true }) })
      await page.goto(`${origin}/tickets/${id}`)
      await page.getByPlaceholder('Add a comment...').waitFor()
      await page.waitForTimeout(1500)
      console.log(name, width, scheme, 'cls', await page.evaluate(() => window.__cls.toFixed(4)), 'scrollY', await page.evaluate(() => scrollY), 'overflow', await page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
      await page.screenshot({ path: `/tmp/ticket/${name}-${width}-${scheme}.png` })
    }
    await context.close()
  }
}
await browser.close()

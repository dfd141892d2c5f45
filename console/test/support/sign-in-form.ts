import type { Page } from 'playwright-core'
import type { Account } from './organization.ts'

/** Fills in the sign-in form with e-mail address and password, and submits the form. */
export async function signInByForm(page: Page, { email, password }: Account): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Signs this user out with the account menu of the page. */
export async function signOut(page: Page, { name }: Account): Promise<void> {
  await page.getByRole('button', { name: `Account ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click()
}

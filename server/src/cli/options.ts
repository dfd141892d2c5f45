import { Option } from 'commander'

export interface OrganizationOptions {
  organization?: string
}

export interface JsonOptions {
  json?: true
}

export const organizationOption = (purpose = 'organization to act in'): Option =>
  new Option('--organization <id or name>', `${purpose}; optional while there is only one`)

/** Option that skips the check that the database belongs to the media store. */
export const acceptDatabaseOption = (): Option =>
  new Option('--accept-this-database', 'start even if the database does not belong to the stored files')

export const jsonOption = (): Option =>
  new Option('--json', 'print a JSON document, or one JSON object per line for a list')

import type { Uuid } from '@tocsin/contract/scalars.ts'
import { addLocation } from '../../server/src/directory/add-location.ts'
import { addPoint } from '../../server/src/directory/add-point.ts'
import { addUser } from '../../server/src/directory/users/add.ts'
import type { OrganizationScope } from '../../server/src/scope.ts'

export interface DemoLocation {
  id: Uuid
  name: string
  latitude: number
  longitude: number
  points: { id: Uuid; name: string }[]
}

const shopPoints = ['Freezer 1', 'Freezer 2', 'Cold room', 'Till 1', 'Till 2', 'Self-checkout', 'Main entrance']
const smallShopPoints = ['Freezer 1', 'Display fridge', 'Till 1', 'Main entrance']
const depotPoints = ['Dock 1', 'Dock 2', 'Cold store A', 'Cold store B', 'Truck HM-204', 'Truck HM-211', 'Gatehouse']

const places = [
  { name: 'Harbour Street', externalId: 'STORE-01', latitude: 53.5461, longitude: 9.9664, points: shopPoints },
  { name: 'Market Square', externalId: 'STORE-02', latitude: 53.5511, longitude: 9.9937, points: shopPoints },
  { name: 'Old Mill Road', externalId: 'STORE-03', latitude: 53.5772, longitude: 10.0136, points: shopPoints },
  { name: 'Station Arcade', externalId: 'STORE-04', latitude: 53.5528, longitude: 10.0067, points: smallShopPoints },
  { name: 'Northgate Park', externalId: 'STORE-05', latitude: 53.6217, longitude: 10.0271, points: shopPoints },
  { name: 'Riverside', externalId: 'STORE-06', latitude: 53.5383, longitude: 9.9281, points: smallShopPoints },
  { name: 'Canal Street', externalId: 'STORE-07', latitude: 53.5597, longitude: 9.9152, points: smallShopPoints },
  { name: 'Central depot', externalId: 'DEPOT-1', latitude: 53.5034, longitude: 9.9847, points: depotPoints },
]

/** Name of the location that the demo archives before it publishes the second configuration. */
export const closedShop = 'Canal Street'
export const depot = 'Central depot'
/** Till and its shop. The demo archives this point after all incidents are stored. */
export const replacedTill = { shop: 'Old Mill Road', point: 'Self-checkout' }

export async function addShopLocations(scope: OrganizationScope): Promise<DemoLocation[]> {
  const locations: DemoLocation[] = []
  for (const { name, externalId, latitude, longitude, points } of places) {
    const { id } = await addLocation(scope, { name, externalId })
    const withIds: DemoLocation['points'] = []
    for (const point of points) withIds.push(await addPoint(scope, { locationId: id, name: point }))
    locations.push({ id, name, latitude, longitude, points: withIds })
  }
  return locations
}

/** Administrator to sign in as. The first start of the demo generates the password. */
export const administrator = { name: 'Maren Holt', email: 'maren.holt@example.com', role: 'administrator' } as const

const colleagues = [
  { name: 'Tomasz Wolny', email: 'tomasz.wolny@example.com' },
  { name: 'Aylin Demir', email: 'aylin.demir@example.com' },
  { name: 'Joris van den Berg', email: 'joris.vandenberg@example.com' },
  { name: 'Chidi Okafor', email: 'chidi.okafor@example.com' },
  { name: 'Sofía Núñez', email: 'sofia.nunez@example.com' },
]

/**
 * Adds the staff users of the shops.
 * @returns the ids of the users, the administrator first. The demo later archives the last user.
 */
export async function addShopStaff(scope: OrganizationScope): Promise<Uuid[]> {
  const staff: Uuid[] = [await addUser(scope, administrator)]
  for (const colleague of colleagues) staff.push(await addUser(scope, { ...colleague, role: 'member' }))
  return staff
}

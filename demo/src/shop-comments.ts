import type { Scene } from './draw-photo.ts'

interface Talk {
  /** Comments of staff. */
  staff: string[]
  /** Comments that sensors and other software add through the API. */
  machines: string[]
  scene: Scene
}

/** Comments and the scene of a photo for each type of incident, keyed by the name of the type. */
export const talk: Record<string, Talk> = {
  Refrigeration: {
    staff: [
      'Goods moved to the second freezer, nothing lost so far.',
      'Technician ordered for tomorrow morning, 8 o’clock.',
      'Seal replaced. I keep an eye on it over the weekend.',
      'Back to −19 °C, stable for four hours.',
    ],
    machines: ['Sensor F1-07: −11.8 °C', 'Sensor F1-07: −18.2 °C, back in range', 'Work order 88-2041 opened'],
    scene: 'thermometer',
  },
  'Tills and payments': {
    staff: [
      'Restarted twice. Customers go to the other tills meanwhile.',
      'Provider says there is a fault in the whole district.',
      'Terminal swapped with the spare one; the old one goes back with the depot truck.',
      'Works again since the update.',
    ],
    machines: ['Health check failed 3 times', 'Health check passed', 'Ticket PAY-5512 closed by the provider'],
    scene: 'till',
  },
  Deliveries: {
    staff: [
      'Delivery note signed with a remark.',
      'Supplier credits the missing boxes.',
      'Driver called: one more hour.',
      'Quality assurance has released what was left.',
    ],
    machines: ['Tour 17: delayed by 95 minutes', 'Credit note 2026-00417 received', 'Tour 17: unloaded'],
    scene: 'crates',
  },
  'Building and safety': {
    staff: [
      'Area closed off, signs put up.',
      'Caretaker has been there, spare part is on its way.',
      'Insurance informed.',
      'Repaired and tested with the shift manager.',
    ],
    machines: ['Door controller 2: obstruction reported', 'Maintenance visit confirmed for 07:30'],
    scene: 'door',
  },
  'Bottle return': {
    staff: ['Cleared, runs again.', 'Manufacturer wants to replace the conveyor.', 'Emptied twice today.'],
    machines: ['Machine BR-2: jam cleared', 'Machine BR-2: container at 95 %'],
    scene: 'puddle',
  },
  'Online orders': {
    staff: ['Customer called back, replacement delivered.', 'Voucher sent.', 'Talked to the packing team.'],
    machines: ['Order 771-0934: refunded', 'Order 771-0934: locker opened by staff'],
    scene: 'crates',
  },
}

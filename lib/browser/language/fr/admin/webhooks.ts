import type { Catalogue } from '#lib/browser/language/words';

/** Deliveries that wait, and endpoints that give trouble. */
export const webhooks: Catalogue = {
  'An endpoint appears here when it fails, is paused, or has something waiting.':
    'Un endpoint apparaît ici quand il échoue, est en pause, ou a quelque chose en attente.',
  'By client': 'Par entreprise',
  Endpoint: 'Endpoint',
  Endpoints: 'Endpoints',
  'Every webhook is delivered': 'Chaque webhook est remis',
  'Failing endpoints': 'Endpoints en échec',
  'Failing since': 'En échec depuis',
  'Last answer': 'Dernière réponse',
  Oldest: 'Le plus ancien',
  'Paused or off': 'En pause ou désactivé',
  'Paused or switched off': 'En pause ou désactivés',
  'Waiting deliveries': 'Envois en attente',
  'What waits to be delivered, and the endpoints that give trouble.':
    'Ce qui attend d’être remis, et les endpoints qui posent problème.',
};

import './require-node.js';
import './compile-cache.js';
import { existsSync } from 'node:fs';
import { mendDriver } from './mend-driver.js';
import { mendDrizzle } from './mend-drizzle.js';

try {
  mendDriver();
  mendDrizzle();
} catch (error) {
  console.error(error.message);
  process.exit(1);
}

// What is set already wins over .env, so that one start can differ: PORT=4000 npm start.
if (existsSync('.env')) process.loadEnvFile('.env');
process.env.KAIRA_MODE ||= process.env.NODE_ENV === 'production' ? 'production' : 'local';

// The floor of the hub: a bare Nest handler on Express that returns the same JSON, without middleware.
import 'reflect-metadata';
import { Controller, Get, Module, Param } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';

const answer = JSON.parse(process.env.ANSWER ?? '{}');

class RolesController {
  roles() {
    return answer;
  }
}
Controller('api/v1/orgs')(RolesController);
Get(':orgId/roles')(
  RolesController.prototype,
  'roles',
  Object.getOwnPropertyDescriptor(RolesController.prototype, 'roles'),
);
Param('orgId')(RolesController.prototype, 'roles', 0);

function FloorModule() {
  // Nest requires a module class.
}
Module({ controllers: [RolesController] })(FloorModule);

const app = await NestFactory.create(FloorModule, { logger: false, bodyParser: false });
await app.listen(0, '127.0.0.1');
console.log(`listens on ${(await app.getUrl()).replace('[::1]', '127.0.0.1')}`);
process.once('SIGTERM', () => process.exit(0));

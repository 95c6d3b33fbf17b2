import type { AddressInfo } from 'node:net';
import type { Server } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { APP_CONFIG, type AppConfig } from '../../../config/app-config.js';

/** Where the hub reaches the registry. */
@Injectable()
export class RegistryAddress {
  constructor(
    @Inject(APP_CONFIG) private readonly config: AppConfig,
    private readonly adapters: HttpAdapterHost,
  ) {}

  /**
   * Base URL without a trailing slash: that of the settings, else that of this process, which an ingress need not reach,
   * else the public one.
   */
  get url(): string {
    const { registryClient, http } = this.config;
    return registryClient.url ?? this.ownUrl() ?? http.publicUrl;
  }

  /** Undefined while this process does not listen. */
  private ownUrl(): string | undefined {
    const server = this.adapters.httpAdapter.getHttpServer() as Server | undefined;
    const address = server?.address();
    if (typeof address !== 'object' || address === null) return undefined;
    return `http://${hostOf(address)}:${address.port}`;
  }
}

/** A socket that listens on all addresses is reached on the loopback one. */
function hostOf({ address, family }: AddressInfo): string {
  if (address === '0.0.0.0' || address === '::') return '127.0.0.1';
  return family === 'IPv6' ? `[${address}]` : address;
}
